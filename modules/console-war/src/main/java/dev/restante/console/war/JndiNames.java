package dev.restante.console.war;

import javax.naming.NamingException;

/**
 * Interface for JNDI lookups, with which the servlet finds the console and the server's managed executor and which
 * tests replace.
 */
@FunctionalInterface
interface JndiNames {

    /**
     * Returns the object with a name.
     *
     * @throws NamingException if the name is not bound
     */
    Object lookup(String name) throws NamingException;
}
