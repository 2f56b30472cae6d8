/** A servlet that runs commands of a server which can't be asked from outside. Deployed to Payara Micro. */
package dev.restante.servers.console;
