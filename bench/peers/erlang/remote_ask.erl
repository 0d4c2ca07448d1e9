%% Askers that call a gen_server of the other node, each its own, one call after the other.
-module(remote_ask).
-behaviour(bench).
-export([setup/1, responders/1]).

setup(#{"outstanding" := Count}) ->
    Node = nodes:start(),
    Responders = nodes:on(Node, fun() -> responders(Count) end),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            Client = self(),
            All = [spawn_link(fun() -> Client ! {sum, self(), ask(R, N div Count, 0)} end) || R <- Responders],
            lists:sum([receive {sum, Asker, Sum} -> Sum end || Asker <- All])
        end),
        {Nanos, Answer, []}
    end.

responders(Count) ->
    [element(2, gen_server:start(ask, none, [])) || _ <- lists:seq(1, Count)].

ask(_, 0, Sum) ->
    Sum;
ask(Responder, Asks, Sum) ->
    ask(Responder, Asks - 1, Sum + gen_server:call(Responder, ask)).
