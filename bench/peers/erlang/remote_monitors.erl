%% A process monitors many of the other node; then all end. That is timed.
-module(remote_monitors).
-behaviour(bench).
-export([setup/1, idle/0, downs/2]).

setup(#{"count" := Count}) ->
    Node = nodes:start(),
    fun(_) ->
        All = nodes:start_all(Node, Count, fun ?MODULE:idle/0),
        [monitor(process, Pid) || Pid <- All],
        {Nanos, Answer} = bench:timed(fun() ->
            _ = spawn(Node, fun() -> [exit(Pid, kill) || Pid <- All] end),
            downs(Count, 0)
        end),
        {Nanos, Answer, []}
    end.

idle() ->
    receive stop -> ok end.

downs(0, Sum) ->
    Sum;
downs(Left, Sum) ->
    receive
        {'DOWN', _, process, _, _} -> downs(Left - 1, Sum + 1)
    end.
