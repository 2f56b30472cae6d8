package dev.restante.console.war;

import javax.naming.NamingException;

/** JNDI lookup of the console and the managed executor. */
@FunctionalInterface
interface JndiNames {

    /**
     * Returns the object with a name.
     *
     * @throws NamingException if the name is not bound
     */
    Object lookup(String name) throws NamingException;
}
