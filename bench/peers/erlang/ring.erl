%% A standing ring, with tokens that go round at once.
-module(ring).
-behaviour(bench).
-export([setup/1, build/1]).

setup(#{"size" := Size, "tokens" := Tokens}) ->
    Members = list_to_tuple(build(Size)),
    %% evenly spread
    Starts = [element(1 + (I * Size) div Tokens, Members) || I <- lists:seq(0, Tokens - 1)],
    fun(N) ->
        {Nanos, Answer} = bench:timed(fun() ->
            [Start ! {token, N div Tokens - 1, 1, self()} || Start <- Starts],
            lists:sum([receive {made, Passes} -> Passes end || _ <- Starts])
        end),
        {Nanos, Answer, []}
    end.

%% Starts a ring; its first member is the head of the list. Each is started with its neighbour, but the first, which
%% is told the last.
build(Size) ->
    First = spawn(fun() -> receive {neighbour, Last} -> member(Last) end end),
    Members = add(Size - 1, [First]),
    First ! {neighbour, hd(Members)},
    lists:reverse(Members).

add(0, Members) ->
    Members;
add(Count, [Neighbour | _] = Members) ->
    add(Count - 1, [spawn(fun() -> member(Neighbour) end) | Members]).

%% A token knows how many passes are left and made, and who wants to know.
member(Neighbour) ->
    receive
        {token, 0, Made, Client} ->
            Client ! {made, Made},
            member(Neighbour);
        {token, Left, Made, Client} ->
            Neighbour ! {token, Left - 1, Made + 1, Client},
            member(Neighbour);
        {stop, 1, Client} ->
            Client ! stopped;
        {stop, Left, Client} ->
            Neighbour ! {stop, Left - 1, Client}
    end.
