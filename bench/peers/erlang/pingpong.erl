%% Pairs of processes that send a counter to and fro.
-module(pingpong).
-behaviour(bench).
-export([setup/1]).

setup(#{"pairs" := Pairs}) ->
    Starters = bench:each(Pairs, fun(_) -> spawn_link(fun() -> starter(start_echo()) end) end),
    fun(N) ->
        Rounds = N div Pairs,
        {Nanos, Answer} = bench:timed(fun() ->
            [Starter ! {go, Rounds, self()} || Starter <- Starters],
            lists:sum([receive {last, Starter, Last} -> Last end || Starter <- Starters])
        end),
        {Nanos, Answer, []}
    end.

start_echo() ->
    Starter = self(),
    spawn_link(fun() -> echo(Starter) end).

echo(Starter) ->
    receive
        Counter -> Starter ! Counter
    end,
    echo(Starter).

starter(Echo) ->
    receive
        {go, Rounds, Client} -> Client ! {last, self(), rally(Echo, Rounds, 0)}
    end,
    starter(Echo).

rally(_, Rounds, Rounds) ->
    Rounds;
rally(Echo, Rounds, Last) ->
    Echo ! Last + 1,
    receive
        Counter -> rally(Echo, Rounds, Counter)
    end.
