%% One process sends to the members of a group (pg) that are on the other node; the last to have got a round's
%% message says so.
-module(remote_broadcast).
-behaviour(bench).
-export([setup/1, members/1]).

setup(#{"receivers" := Count}) ->
    Node = nodes:start(),
    {ok, _} = pg:start(pg),
    Pid = spawn(Node, ?MODULE, members, [Count]),
    ok = joined(Count),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() -> rounds(N, Count, pg:get_members(audience), 0) end),
        Pid ! reset,
        {Nanos, Answer, []}
    end.

joined(Count) ->
    case length(pg:get_members(audience)) of
        Count -> ok;
        _ -> timer:sleep(1), joined(Count)
    end.

members(Count) ->
    {ok, _} = pg:start(pg),
    Received = atomics:new(1, []),
    Members = [spawn(fun() -> member(Received, Count) end) || _ <- lists:seq(1, Count)],
    ok = pg:join(audience, Members),
    keep().

keep() ->
    receive _ -> keep() end.

member(Received, Count) ->
    receive
        {news, From} ->
            case atomics:add_get(Received, 1, 1) rem Count of
                0 -> From ! {round_over, Count};
                _ -> ok
            end
    end,
    member(Received, Count).

rounds(0, _, _, Sum) ->
    Sum;
rounds(N, Count, Members, Sum) ->
    [Member ! {news, self()} || Member <- Members],
    receive
        {round_over, More} -> rounds(N - 1, Count, Members, Sum + More)
    end.
