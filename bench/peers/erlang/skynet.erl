%% A tree of processes, ten below each, a million at the bottom; their ordinals are added up on the way to the top.
-module(skynet).
-behaviour(bench).
-export([setup/1]).

-define(CHILDREN, 10).

setup(Params) ->
    Leaves = maps:get("leaves", Params, 1000000),
    fun(_) ->
        Self = self(),
        {Nanos, Answer} = bench:timed(fun() ->
            spawn(fun() -> node(Self, 0, Leaves) end),
            receive {sum, Sum} -> Sum end
        end),
        {Nanos, Answer, []}
    end.

node(Parent, Ordinal, 1) ->
    Parent ! {sum, Ordinal};
node(Parent, Ordinal, Leaves) ->
    Self = self(),
    Below = Leaves div ?CHILDREN,
    [spawn(fun() -> node(Self, Ordinal + I * Below, Below) end) || I <- lists:seq(0, ?CHILDREN - 1)],
    Parent ! {sum, add(?CHILDREN, 0)}.

add(0, Sum) ->
    Sum;
add(Children, Sum) ->
    receive
        {sum, Part} -> add(Children - 1, Sum + Part)
    end.
