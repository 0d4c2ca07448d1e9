%% Askers that call a gen_server of their own, one call after the other.
-module(ask).
-behaviour(bench).
-behaviour(gen_server).
-export([setup/1]).
-export([init/1, handle_call/3, handle_cast/2]).

setup(#{"outstanding" := Count}) ->
    Askers = bench:each(Count, fun(_) -> spawn_link(fun() -> start_asker() end) end),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            [Asker ! {go, N div Count, self()} || Asker <- Askers],
            lists:sum([receive {sum, Asker, Sum} -> Sum end || Asker <- Askers])
        end),
        {Nanos, Answer, []}
    end.

start_asker() ->
    {ok, Responder} = gen_server:start_link(?MODULE, none, []),
    asker(Responder).

asker(Responder) ->
    receive
        {go, Asks, Client} -> Client ! {sum, self(), ask(Responder, Asks, 0)}
    end,
    asker(Responder).

ask(_, 0, Sum) ->
    Sum;
ask(Responder, Asks, Sum) ->
    ask(Responder, Asks - 1, Sum + gen_server:call(Responder, ask)).

init(none) ->
    {ok, none}.

handle_call(ask, _From, State) ->
    {reply, 1, State}.

handle_cast(_, State) ->
    {noreply, State}.
