%% The two nodes of the contender "erlang-nodes": this one, and one of another process, which ends with it.
-module(nodes).
-export([start/0, companion/0, on/2, start_all/3]).

%% Starts the other node; its name.
start() ->
    _ = is_alive() orelse start_here("driver"),
    {ok, [[Program]]} = init:get_argument(progname),
    {ok, [[Folder]]} = init:get_argument(beam),
    Erl = case os:getenv("EDDY_ERL") of
        false -> os:find_executable(Program);
        Named -> os:find_executable(Named)
    end,
    Port = open_port({spawn_executable, Erl}, [{line, 1000}, {args, [
        "-noshell", "+P", "20000000", "-pa", Folder, "-epmd_module", "loopback_epmd", "-start_epmd", "false",
        "-s", "nodes", "companion"
    ]}]),
    receive
        {Port, {data, {eol, "address " ++ Name}}} ->
            Node = list_to_atom(Name),
            true = net_kernel:connect_node(Node),
            Node
    after 30000 ->
        throw({cannot, "the other node does not start"})
    end.

%% The other node's own side.
companion() ->
    start_here("companion"),
    io:format("address ~s~n", [node()]),
    _ = spawn(fun wait/0),
    ok.

wait() ->
    case io:get_line("") of
        Line when is_list(Line) -> wait();
        _EofOrError -> erlang:halt(0)
    end.

start_here(Name) ->
    {ok, Socket} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Socket),
    ok = gen_tcp:close(Socket),
    application:set_env(kernel, inet_dist_use_interface, {127, 0, 0, 1}),
    Node = list_to_atom(lists:concat([Name, "-", Port, "@127.0.0.1"])),
    {ok, _} = net_kernel:start(Node, #{name_domain => longnames}),
    true = erlang:set_cookie(eddy_bench).

%% The result of a function over there.
on(Node, Fun) ->
    erpc:call(Node, Fun).

%% Starts so many processes over there, and waits for that.
start_all(Node, Count, Fun) ->
    on(Node, fun() -> [spawn(Fun) || _ <- lists:seq(1, Count)] end).
