%% Messages in one direction; a sender is two batches ahead of its receiver at most.
-module(remote_oneway).
-behaviour(bench).
-export([setup/1, sink/0]).

setup(#{"bytes" := Bytes} = Params) ->
    Senders = maps:get("senders", Params, 1),
    Batch = maps:get("batch", Params, 1),
    Sinks = nodes:start_all(nodes:start(), Senders, fun ?MODULE:sink/0),
    Payload = binary:copy(<<0>>, Bytes),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            Client = self(),
            All = [spawn_link(fun() -> Client ! {sum, self(), send(S, Payload, Batch, N div Senders, 0, 0)} end) || S <- Sinks],
            lists:sum([receive {sum, Sender, Sum} -> Sum end || Sender <- All])
        end),
        {Nanos, Answer, []}
    end.

sink() ->
    sink(0).

sink(Bytes) ->
    receive
        {data, Payload} ->
            sink(Bytes + byte_size(Payload));
        {mark, Payload, From} ->
            From ! Bytes + byte_size(Payload),
            sink(0)
    end.

send(_, _, _, 0, 0, Arrived) ->
    Arrived;
send(Sink, Payload, Batch, Left, Ahead, Arrived) when Ahead < 2, Left > 0 ->
    Count = min(Batch, Left),
    batch(Sink, Payload, Count),
    send(Sink, Payload, Batch, Left - Count, Ahead + 1, Arrived);
send(Sink, Payload, Batch, Left, Ahead, Arrived) ->
    receive
        Bytes -> send(Sink, Payload, Batch, Left, Ahead - 1, Arrived + Bytes)
    end.

batch(Sink, Payload, 1) ->
    Sink ! {mark, Payload, self()};
batch(Sink, Payload, Count) ->
    Sink ! {data, Payload},
    batch(Sink, Payload, Count - 1).
