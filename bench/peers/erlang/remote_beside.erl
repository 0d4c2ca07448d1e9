%% Small questions, five each millisecond, half of them beside large messages.
-module(remote_beside).
-behaviour(bench).
-export([setup/1]).

setup(#{"bytes" := Bytes}) ->
    Node = nodes:start(),
    [Echo] = nodes:start_all(Node, 1, fun remote_pingpong:echo/0),
    [Sink] = nodes:start_all(Node, 1, fun remote_oneway:sink/0),
    Large = binary:copy(<<0>>, Bytes),
    fun(N) ->
        {Nanos, {Alone, Beside}} = bench:timed(fun() ->
            Client = self(),
            Asker = spawn_link(fun() -> Client ! {times, answers(N, [])} end),
            Sender = spawn_link(fun() -> large(Sink, Large) end),
            ask(Echo, Asker, Sender, N, 0, N div 2, erlang:monotonic_time(millisecond)),
            Times = receive {times, All} -> All end,
            unlink(Sender),
            exit(Sender, kill),
            lists:split(N div 2, Times)
        end),
        Extras = bench:quantiles(Alone, [{"alone", 0.99}]) ++ bench:quantiles(Beside, [{"p99", 0.99}]),
        {Nanos, length(Alone) + length(Beside), Extras}
    end.

ask(_, _, _, N, N, _, _) ->
    ok;
ask(Echo, Asker, Sender, N, I, Half, Began) ->
    wait_until(Began + I div 5),
    case I >= Half andalso (I - Half) rem 500 =:= 0 of
        true -> Sender ! now;
        false -> ok
    end,
    [Echo ! {Asker, erlang:monotonic_time(nanosecond)} || _ <- lists:seq(1, 5)],
    ask(Echo, Asker, Sender, N, I + 5, Half, Began).

wait_until(Time) ->
    case Time - erlang:monotonic_time(millisecond) of
        Left when Left > 0 -> timer:sleep(Left);
        _ -> ok
    end.

answers(0, Times) ->
    lists:reverse(Times);
answers(N, Times) ->
    receive
        Sent when is_integer(Sent) -> answers(N - 1, [erlang:monotonic_time(nanosecond) - Sent | Times])
    end.

%% One at a time: what is to be sent meanwhile is left out.
large(Sink, Large) ->
    receive now -> ok end,
    Sink ! {mark, Large, self()},
    receive Bytes when is_integer(Bytes) -> ok end,
    flush(),
    large(Sink, Large).

flush() ->
    receive now -> flush() after 0 -> ok end.
