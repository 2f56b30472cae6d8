package dev.restante.ra.server;

import dev.restante.ra.base.PropertyExceptions;
import jakarta.resource.ResourceException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Lookup of configured objects by JNDI name. */
public final class NamingLookup {

    private NamingLookup() {}

    /**
     * Looks up an object in the namespace of the calling component.
     *
     * @throws ResourceException if the name is not bound
     */
    @SuppressWarnings("BanJNDI")
    public static Object lookup(String property, String name) throws ResourceException {
        try {
            Object found = new InitialContext().lookup(name);
            if (found != null) {
                return found;
            }
        } catch (NamingException failure) {
            throw PropertyExceptions.property(
                    property,
                    name,
                    "no object is bound to this JNDI name. Configure the object, or correct the name.",
                    failure);
        }
        throw PropertyExceptions.property(property, name, "no object is bound to this JNDI name", null);
    }
}
