%% A process monitors many of the other node, which is killed; each time it is another node. That is timed.
-module(remote_kill).
-behaviour(bench).
-export([setup/1]).

setup(#{"monitors" := Count}) ->
    fun(_) ->
        Node = nodes:start(),
        Killed = nodes:on(Node, fun os:getpid/0),
        All = nodes:start_all(Node, Count, fun remote_monitors:idle/0),
        [monitor(process, Pid) || Pid <- All],
        % behind the monitors
        ok = nodes:on(Node, fun() -> ok end),
        {Nanos, Answer} = bench:timed(fun() ->
            _ = os:cmd("kill -9 " ++ Killed),
            remote_monitors:downs(Count, 0)
        end),
        {Nanos, Answer, []}
    end.
