%% Selective receive behind messages that the pattern does not match.
%%
%% by=pattern (0, the default): the answer is told from the others by its shape, so each receive looks at all that wait.
%% by=ref (1): the answer carries a reference made just before the receive; the compiler then starts the search behind
%% what was there before. It is what gen_server:call does.
-module(selective).
-behaviour(bench).
-export([setup/1]).

setup(#{"unmatched" := Unmatched} = Params) ->
    ByRef = maps:get("ref", Params, 0) =:= 1,
    Echo = spawn_link(fun echo/0),
    Asker = spawn_link(fun() -> asker(Echo, ByRef) end),
    bench:each(Unmatched, fun(I) -> Asker ! {unmatched, I} end),
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            Asker ! {go, N, self()},
            receive {answers, Answers} -> Answers end
        end),
        {Nanos, Answer, []}
    end.

asker(Echo, ByRef) ->
    receive
        {go, N, Client} when ByRef -> Client ! {answers, by_ref(Echo, N, 0)};
        {go, N, Client} -> Client ! {answers, by_pattern(Echo, N, 0)}
    end,
    asker(Echo, ByRef).

by_pattern(_, 0, Answers) ->
    Answers;
by_pattern(Echo, N, Answers) ->
    Echo ! {ask, self(), 1},
    receive
        {answer, One} -> by_pattern(Echo, N - 1, Answers + One)
    end.

by_ref(_, 0, Answers) ->
    Answers;
by_ref(Echo, N, Answers) ->
    Ref = make_ref(),
    Echo ! {ask, self(), Ref, 1},
    receive
        {answer, Ref, One} -> by_ref(Echo, N - 1, Answers + One)
    end.

echo() ->
    receive
        {ask, From, Number} -> From ! {answer, Number};
        {ask, From, Ref, Number} -> From ! {answer, Ref, Number}
    end,
    echo().
