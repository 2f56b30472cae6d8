package dev.restante.ra.server;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The server's registry of transactions, found in JNDI where a server has not given it to the resource adapter. */
public final class ServerRegistry {

    /** Of Jakarta EE, which not every thread can look up; of WildFly; of TomEE. */
    private static final List<String> NAMES = List.of(
            "java:comp/TransactionSynchronizationRegistry",
            "java:jboss/TransactionSynchronizationRegistry",
            "openejb:TransactionSynchronizationRegistry");

    private ServerRegistry() {}

    /**
     * Looks it up.
     *
     * @throws IllegalStateException if it is not there
     */
    @SuppressWarnings("BanJNDI") // constant names
    public static TransactionSynchronizationRegistry find() {
        IllegalStateException refusal = new IllegalStateException(
                "joinTransactions needs the server's TransactionSynchronizationRegistry, which is not in JNDI under any of "
                        + NAMES);
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
