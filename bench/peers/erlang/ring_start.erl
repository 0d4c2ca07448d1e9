%% Building a ring, until a token has gone round it once.
-module(ring_start).
-behaviour(bench).
-export([setup/1]).

setup(#{"size" := Size}) ->
    fun(_) ->
        {Nanos, {First, Answer}} = bench:timed(fun() ->
            [First | _] = ring:build(Size),
            First ! {token, Size, 0, self()},
            {First, receive {made, Passes} -> Passes end}
        end),
        First ! {stop, Size, self()},
        receive
            stopped -> {Nanos, Answer, []}
        end
    end.
