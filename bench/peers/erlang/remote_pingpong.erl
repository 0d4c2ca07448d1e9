%% Pairs of processes of two nodes that send a counter to and fro; of one pair each round trip is timed.
-module(remote_pingpong).
-behaviour(bench).
-export([setup/1, echo/0]).

setup(#{"pairs" := Pairs}) ->
    Partners = nodes:start_all(nodes:start(), Pairs, fun ?MODULE:echo/0),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            Client = self(),
            Players = [spawn_link(fun() -> Client ! {last, self(), rally(P, N div Pairs, 0)} end) || P <- Partners],
            lists:sum([receive {last, Player, Last} -> Last end || Player <- Players])
        end),
        {Nanos, Answer, []}
    end;
setup(#{"bytes" := Bytes}) ->
    [Partner] = nodes:start_all(nodes:start(), 1, fun ?MODULE:echo/0),
    Payload = binary:copy(<<0>>, Bytes),
    fun(N) ->
        {Nanos, {Sum, Times}} = bench:timed(fun() -> trips(Partner, Payload, N, 0, []) end),
        {Nanos, Sum, bench:quantiles(Times, [{"p50", 0.5}, {"p99", 0.99}])}
    end.

echo() ->
    receive
        {From, Message} -> From ! Message
    end,
    echo().

rally(_, Rounds, Rounds) ->
    Rounds;
rally(Echo, Rounds, Last) ->
    Echo ! {self(), Last + 1},
    receive
        Counter -> rally(Echo, Rounds, Counter)
    end.

trips(_, _, 0, Sum, Times) ->
    {Sum, Times};
trips(Echo, Payload, N, Sum, Times) ->
    Sent = erlang:monotonic_time(nanosecond),
    Echo ! {self(), Payload},
    receive
        Back -> trips(Echo, Payload, N - 1, Sum + byte_size(Back), [erlang:monotonic_time(nanosecond) - Sent | Times])
    end.
