%% Processes that sleep, beside two that compute.
-module(blocking).
-behaviour(bench).
-export([setup/1]).

-define(COMPUTERS, 2).
-define(SLICES, 300).
-define(SLICE_NANOS, 1000000).

setup(#{"blockers" := Count, "sleep" := Millis}) ->
    Steps = calibrate(),
    Blockers = bench:each(Count, fun(_) -> spawn_link(fun() -> blocker(Millis) end) end),
    Computers = bench:each(?COMPUTERS, fun(_) -> spawn_link(fun() -> computer(Steps) end) end),
    fun(_) ->
        {Alone, _} = bench:timed(fun() -> compute(Computers), ended(computed, Computers) end),
        Start = erlang:monotonic_time(nanosecond),
        compute(Computers),
        [Blocker ! {go, self()} || Blocker <- Blockers],
        Blocked = ended(blocked, Blockers),
        Computed = ended(computed, Computers),
        Nanos = lists:max([End || {_, End} <- Blocked]) - Start,
        Compute = lists:max([End || {_, End} <- Computed]) - Start,
        {Nanos, length(Blocked) + length(Computed), [{"compute", Compute}, {"alone", Alone}]}
    end.

compute(Computers) ->
    [Computer ! {go, ?SLICES, 1, self()} || Computer <- Computers].

%% When each of them came to its end: the time that it tells itself, as this process may be behind.
ended(What, Pids) ->
    [receive {What, Pid, End} -> {Pid, End} end || Pid <- Pids].

blocker(Millis) ->
    receive
        {go, Client} ->
            timer:sleep(Millis),
            Client ! {blocked, self(), erlang:monotonic_time(nanosecond)}
    end,
    blocker(Millis).

computer(Steps) ->
    receive
        {go, 0, _, Client} -> Client ! {computed, self(), erlang:monotonic_time(nanosecond)};
        {go, Slices, X, Client} -> self() ! {go, Slices - 1, slice(Steps, X), Client}
    end,
    computer(Steps).

%% Numbers that stay small integers.
slice(0, X) ->
    X;
slice(Steps, X) ->
    slice(Steps - 1, (X * 1103515245 + 12345) band 16#3ffffff).

%% Steps of a slice of about a millisecond.
calibrate() ->
    Steps = 1000000,
    {Nanos, _} = bench:timed(fun() -> slice(Steps, 1) end),
    max(1, Steps * ?SLICE_NANOS div Nanos).
