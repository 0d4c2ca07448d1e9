%% Processes that start others on the other node, one after the other.
-module(remote_spawn).
-behaviour(bench).
-export([setup/1, newborn/1]).

setup(#{"outstanding" := Count}) ->
    Node = nodes:start(),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            Client = self(),
            All = [spawn_link(fun() -> Client ! {sum, self(), start(Node, N div Count, 0)} end) || _ <- lists:seq(1, Count)],
            lists:sum([receive {sum, Starter, Sum} -> Sum end || Starter <- All])
        end),
        {Nanos, Answer, []}
    end.

start(_, 0, Sum) ->
    Sum;
start(Node, Left, Sum) ->
    _ = spawn(Node, ?MODULE, newborn, [self()]),
    receive
        {born, One} -> start(Node, Left - 1, Sum + One)
    end.

newborn(Parent) ->
    Parent ! {born, 1}.
