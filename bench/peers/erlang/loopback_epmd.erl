%% Where nodes of one run find each other, in place of epmd: the port is a part of the node's name, as in
%% companion-40001. No process outlives the run.
-module(loopback_epmd).
-export([start_link/0, register_node/2, register_node/3, address_please/3, port_please/2, port_please/3]).
-export([listen_port_please/2, names/1]).

start_link() ->
    ignore.

register_node(Name, Port) ->
    register_node(Name, Port, inet).

register_node(_Name, _Port, _Family) ->
    {ok, rand:uniform(1 bsl 30)}.

address_please(_Name, _Host, _Family) ->
    {ok, {127, 0, 0, 1}}.

port_please(Name, Host) ->
    port_please(Name, Host, infinity).

port_please(Name, _Host, _Timeout) ->
    {port, port(Name), 6}.

listen_port_please(Name, _Host) ->
    {ok, port(Name)}.

names(_Host) ->
    {error, address}.

port(Name) ->
    [_, Port] = string:split(to_list(Name), "-", trailing),
    list_to_integer(Port).

to_list(Name) when is_atom(Name) ->
    atom_to_list(Name);
to_list(Name) ->
    Name.
