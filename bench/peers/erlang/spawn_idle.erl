%% Starting processes that wait, and what they weigh.
-module(spawn_idle).
-behaviour(bench).
-export([setup/1]).

setup(#{"count" := Count}) ->
    fun(_) ->
        fits(Count),
        Started = atomics:new(1, []),
        Before = heap_of_others(),
        {Nanos, Pids} = bench:timed(fun() -> start(Count, Started) end),
        Heap = heap_of_others() - Before,
        Resident = memory_line("/proc/self/status", "VmRSS:"),
        Answer = atomics:get(Started, 1),
        stop(Pids, Started),
        {Nanos, Answer, [{"heap", Heap}, {"rss", Resident}]}
    end.

%% Returns when all have started.
start(Count, Started) ->
    Client = self(),
    Pids = bench:each(Count, fun(I) -> spawn(fun() -> idle(I, Count, Started, Client) end) end),
    receive
        all_started -> Pids
    end.

idle(Index, Count, Started, Client) ->
    case atomics:add_get(Started, 1, 1) of
        Count -> Client ! all_started;
        _ -> ok
    end,
    wait(Index, Started, Client).

wait(Index, Started, Client) ->
    receive
        stop ->
            case atomics:sub_get(Started, 1, 1) of
                0 -> Client ! {all_stopped, Index};
                _ -> ok
            end
    end.

stop(Pids, _) ->
    [Pid ! stop || Pid <- Pids],
    receive
        {all_stopped, _} -> ok
    end.

%% What processes hold, without this one and its list of all.
heap_of_others() ->
    erlang:garbage_collect(),
    {memory, Own} = process_info(self(), memory),
    erlang:memory(processes) - Own.

%% Asking the system for more than there is would end the whole program, or another one: so a few are weighed first.
fits(Count) ->
    Few = 10000,
    Started = atomics:new(1, []),
    Before = heap_of_others(),
    Pids = start(Few, Started),
    Each = (heap_of_others() - Before) div Few,
    stop(Pids, Started),
    case memory_line("/proc/meminfo", "MemAvailable:") of
        Free when Free > 0, Each * Count > Free ->
            throw({cannot, io_lib:format(
                "~b processes of ~b bytes do not fit into the ~b MiB that are free", [Count, Each, Free bsr 20]
            )});
        _ ->
            ok
    end.

%% The bytes that a line of a file of /proc tells in kB; 0 where there is none.
memory_line(File, Name) ->
    case file:read_file(File) of
        {ok, Text} ->
            {match, [Kilobytes]} = re:run(Text, Name ++ "\\s*(\\d+) kB", [{capture, all_but_first, list}]),
            list_to_integer(Kilobytes) * 1024;
        {error, _} ->
            0
    end.
