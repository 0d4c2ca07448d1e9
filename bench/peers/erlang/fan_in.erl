%% Many senders, one receiver, which adds up what it gets.
-module(fan_in).
-behaviour(bench).
-export([setup/1]).

setup(#{"senders" := Count}) ->
    %% what the documentation advises for a process with a long queue: its messages stay out of its heap
    Receiver = spawn_opt(fun receiver/0, [link, {message_queue_data, off_heap}]),
    Senders = bench:each(Count, fun(_) -> spawn_link(fun() -> sender(Receiver) end) end),
    fun(N) ->
        Each = N div Count,
        {Nanos, Answer} = bench:timed(fun() ->
            Receiver ! {go, Each * Count, self()},
            [Sender ! {go, Each} || Sender <- Senders],
            receive {sum, Sum} -> Sum end
        end),
        {Nanos, Answer, []}
    end.

receiver() ->
    receive
        {go, Messages, Client} -> Client ! {sum, add(Messages, 0)}
    end,
    receiver().

add(0, Sum) ->
    Sum;
add(Messages, Sum) ->
    receive
        Number when is_integer(Number) -> add(Messages - 1, Sum + Number)
    end.

sender(Receiver) ->
    receive
        {go, Each} -> send(Receiver, 1, Each)
    end,
    sender(Receiver).

send(Receiver, I, Each) when I =< Each ->
    Receiver ! I,
    send(Receiver, I + 1, Each);
send(_, _, _) ->
    ok.
