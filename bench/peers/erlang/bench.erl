%% The contender "erlang" of ./eddy bench actors, and "erlang-nodes" of ./eddy bench remote: a program that does one workload, told to by lines on stdin.
%%
%%   erl -noshell +P 20000000 -pa <folder of the .beam files> -s bench main -extra [nodes] <workload> key=value ...
%%   harness:   go <n>
%%   contender: done <n> <nanos> <answer> [key=value ...]      or      error <text>
%%
%% Each workload is a module of its own with this callback; setup gives what does n operations.
-module(bench).
-export([main/0, timed/1, each/2, quantiles/2]).
-export_type([params/0, work/0]).

-type params() :: #{string() => integer()}.
-type nanos() :: integer().
-type work() :: fun((N :: pos_integer()) -> {nanos(), Answer :: integer(), Extras :: [{string(), integer()}]}).

-callback setup(params()) -> work().

%% A process of its own: the caller is a part of the system's start, and must return.
main() ->
    _ = spawn(fun() ->
        Go = attempt(fun() -> workload(init:get_plain_arguments()) end),
        serve(Go),
        erlang:halt(0)
    end),
    ok.

serve(Go) ->
    case io:get_line("") of
        Line when is_list(Line) ->
            io:put_chars([answer(Go, string:trim(Line)), $\n]),
            serve(Go);
        _EofOrError ->
            ok
    end.

answer({error, Why}, _) ->
    Why;
answer({ok, Work}, "go " ++ Text) ->
    {_, Reply} = attempt(fun() ->
        N = list_to_integer(Text),
        {Nanos, Answer, Extras} = Work(N),
        Pairs = [io_lib:format(" ~s=~b", [Key, Value]) || {Key, Value} <- Extras],
        io_lib:format("done ~b ~b ~b~s", [N, Nanos, Answer, Pairs])
    end),
    Reply;
answer(_, Line) ->
    ["error not understood: ", Line, "; the only command is go <n>"].

%% {error, Line} with what is told to the harness; a workload throws {cannot, Why} by itself.
attempt(Fun) ->
    try
        {ok, Fun()}
    catch
        throw:{cannot, Why} -> {error, ["error ", Why]};
        _:Reason:Stack -> {error, io_lib:format("error ~0p at ~0p", [Reason, Stack])}
    end.

workload([]) ->
    throw({cannot, "give a workload as first argument"});
workload(["nodes" | Words]) ->
    workload(Words, #{
        "latency" => remote_pingpong,
        "pingpong" => remote_pingpong,
        "oneway" => remote_oneway,
        "large" => remote_oneway,
        "beside" => remote_beside,
        "ask" => remote_ask,
        "spawn" => remote_spawn,
        "broadcast" => remote_broadcast,
        "monitors" => remote_monitors,
        "kill" => remote_kill
    });
workload(Words) ->
    workload(Words, #{
        "pingpong" => pingpong,
        "ring" => ring,
        "ringstart" => ring_start,
        "fanin" => fan_in,
        "broadcast" => broadcast,
        "skynet" => skynet,
        "spawn" => spawn_idle,
        "ask" => ask,
        "selective" => selective,
        "blocking" => blocking
    }).

workload([Name | Args], Modules) ->
    case Modules of
        #{Name := Module} -> Module:setup(maps:from_list([param(Arg) || Arg <- Args]));
        _ -> throw({cannot, ["there is no workload ", Name, " here"]})
    end.

param(Arg) ->
    case string:split(Arg, "=") of
        [Key, Value] -> {Key, list_to_integer(Value)};
        _ -> throw({cannot, ["write the argument ", Arg, " as key=value"]})
    end.

%% Runs the work; {its nanoseconds, its result}.
timed(Work) ->
    Start = erlang:monotonic_time(nanosecond),
    Result = Work(),
    {erlang:monotonic_time(nanosecond) - Start, Result}.

%% The list of Fun(1), ..., Fun(Count).
each(Count, Fun) ->
    [Fun(I) || I <- lists:seq(1, Count)].

%% Of times, in any order: within which the shares of them were over.
quantiles(Times, Shares) ->
    Sorted = list_to_tuple(lists:sort(Times)),
    Size = tuple_size(Sorted),
    [{Name, element(min(Size, trunc(Size * Share) + 1), Sorted)} || {Name, Share} <- Shares].
