package dev.restante.ra.server;

import dev.restante.ra.base.Refusals;
import jakarta.resource.ResourceException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Look-ups of what deployers have configured by a JNDI name. */
public final class ServerNaming {

    private ServerNaming() {}

    /**
     * In the namespace of the component whose server calls.
     *
     * @param property that has the name, for the refusal
     * @throws ResourceException if nothing is bound to the name
     */
    @SuppressWarnings("BanJNDI") // the name is the deployer's, who has configured what is bound
    public static Object lookup(String property, String name) throws ResourceException {
        try {
            Object found = new InitialContext().lookup(name);
            if (found != null) {
                return found;
            }
        } catch (NamingException failure) {
            throw Refusals.property(
                    property,
                    name,
                    "nothing is bound to that JNDI name; configure the object, or correct the name",
                    failure);
        }
        throw Refusals.property(property, name, "nothing is bound to that JNDI name", null);
    }
}
