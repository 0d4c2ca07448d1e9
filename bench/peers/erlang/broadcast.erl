%% One process sends to many; the last to have got a round's message says so.
-module(broadcast).
-behaviour(bench).
-export([setup/1]).

setup(#{"receivers" := Count}) ->
    Received = atomics:new(1, []),
    Caster = spawn_link(fun() ->
        Self = self(),
        caster(bench:each(Count, fun(_) -> spawn_link(fun() -> receiver(Received, Self) end) end))
    end),
    fun(N) ->
        Before = atomics:get(Received, 1),
        {Nanos, ok} = bench:timed(fun() ->
            Caster ! {go, N, Before + Count, self()},
            receive done -> ok end
        end),
        {Nanos, atomics:get(Received, 1) - Before, []}
    end.

caster(Receivers) ->
    receive
        {go, Rounds, Last, Client} ->
            rounds(Rounds, Last, length(Receivers), Receivers),
            Client ! done
    end,
    caster(Receivers).

%% Last: how many messages will have been received when the round is over.
rounds(0, _, _, _) ->
    ok;
rounds(Rounds, Last, Count, Receivers) ->
    cast(Receivers, Last),
    receive
        round_over -> rounds(Rounds - 1, Last + Count, Count, Receivers)
    end.

cast([Receiver | Rest], Last) ->
    Receiver ! Last,
    cast(Rest, Last);
cast([], _) ->
    ok.

receiver(Received, Caster) ->
    receive
        Last ->
            case atomics:add_get(Received, 1, 1) of
                Last -> Caster ! round_over;
                _ -> ok
            end
    end,
    receiver(Received, Caster).
