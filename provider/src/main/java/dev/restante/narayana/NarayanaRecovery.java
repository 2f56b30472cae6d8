package dev.restante.narayana;

import static java.util.Objects.requireNonNull;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import dev.restante.RestanteXAConnectionFactory;
import javax.transaction.xa.XAResource;

/**
 * Lets Narayana's recovery complete what is in doubt in a store after a crash (BEY-02, XA-09), from when it is
 * registered until it is closed.
 *
 * <p>Needs {@code org.jboss.narayana.jta:narayana-jta}, 7 or later. A store that can't be used is tried again at the
 * next scan. The scans open the store, with the credentials that the factory was configured with, so close this before
 * the factory; and before the recovery manager is terminated, or it may wait for the end of a scan that was broken off.
 * Thread-safe.
 */
public final class NarayanaRecovery implements AutoCloseable {

    private final XARecoveryModule module;
    private final XAResourceRecoveryHelper helper;

    private NarayanaRecovery(XARecoveryModule module, XAResource resource) {
        this.module = module;
        this.helper = new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String unused) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return new XAResource[] {resource};
            }
        };
    }

    /**
     * Registers a store with the recovery manager of this JVM, once for each store. If there is none yet, Narayana
     * starts one with the configuration of this moment.
     *
     * @param factory of the store
     * @throws IllegalStateException if Narayana's recovery is configured without its {@link XARecoveryModule}
     */
    public static NarayanaRecovery register(RestanteXAConnectionFactory factory) {
        requireNonNull(factory, "factory");
        XARecoveryModule module = module();
        NarayanaRecovery recovery = new NarayanaRecovery(module, factory.createRecoveryResource());
        module.addXAResourceRecoveryHelper(recovery.helper);
        return recovery;
    }

    /** Of the recovery manager that there is now; Narayana itself remembers the first one. */
    private static XARecoveryModule module() {
        return RecoveryManager.manager().getModules().stream()
                .filter(XARecoveryModule.class::isInstance)
                .map(XARecoveryModule.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Narayana's recovery has no XARecoveryModule; name "
                        + XARecoveryModule.class.getName()
                        + " in recoveryModuleClassNames of its RecoveryEnvironmentBean"));
    }

    /** Takes it back; waits for a scan that is under way. */
    @Override
    public void close() {
        module.removeXAResourceRecoveryHelper(helper);
    }
}
