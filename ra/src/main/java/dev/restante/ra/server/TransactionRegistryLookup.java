package dev.restante.ra.server;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Lookup of the server's {@code TransactionSynchronizationRegistry} in JNDI. */
public final class TransactionRegistryLookup {

    /** JNDI names of Jakarta EE, which some threads cannot look up, WildFly and TomEE. */
    private static final List<String> NAMES = List.of(
            "java:comp/TransactionSynchronizationRegistry",
            "java:jboss/TransactionSynchronizationRegistry",
            "openejb:TransactionSynchronizationRegistry");

    private TransactionRegistryLookup() {}

    /**
     * Returns the registry of the server.
     *
     * @throws IllegalStateException if JNDI does not contain it
     */
    @SuppressWarnings("BanJNDI") // constant names
    public static TransactionSynchronizationRegistry find() {
        IllegalStateException refusal = new IllegalStateException(
                "joinDataSourceTransactions needs the TransactionSynchronizationRegistry of the application"
                        + " server, which is not bound in JNDI to any of " + NAMES);
        for (String name : NAMES) {
            try {
                return InitialContext.doLookup(name);
            } catch (NamingException missing) {
                refusal.addSuppressed(missing);
            }
        }
        throw refusal;
    }
}
