package dev.restante.console.war;

import javax.naming.NamingException;

/** The names that the server gives to what this application uses. */
@FunctionalInterface
interface Naming {

    /**
     * What has a name.
     *
     * @throws NamingException if there is nothing
     */
    Object lookup(String name) throws NamingException;
}
