package dev.restante.ra.testing;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/** Minimal JNDI implementation: names with their objects. */
public final class TestNaming implements InitialContextFactory {

    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

    /** Binds an object to a name. Null removes the name. */
    public static void bind(String name, Object object) {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, TestNaming.class.getName());
        if (object == null) {
            BOUND.remove(name);
        } else {
            BOUND.put(name, object);
        }
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NamingException {
                Object found = BOUND.get(name);
                if (found == null) {
                    throw new NameNotFoundException(name);
                }
                return found;
            }
        };
    }
}
