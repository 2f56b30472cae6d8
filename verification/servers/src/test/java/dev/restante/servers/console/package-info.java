/** Servlet for servers without an external administration tool. It runs server commands inside Payara Micro. */
package dev.restante.servers.console;
