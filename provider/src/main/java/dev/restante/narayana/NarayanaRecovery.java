package dev.restante.narayana;

import static java.util.Objects.requireNonNull;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import dev.restante.RestanteXAConnectionFactory;
import javax.transaction.xa.XAResource;

/**
 * Registration of a store with Narayana's recovery manager (BEY-02, XA-09). Until this object is closed, Narayana
 * completes in-doubt branches of the store after a crash.
 *
 * <p>Requires {@code org.jboss.narayana.jta:narayana-jta}, version 7 or later. Each recovery scan opens the store with
 * the credentials of the connection factory, and the next scan repeats a failed one. Close this object before the
 * factory, and before the recovery manager terminates, which may otherwise wait for an interrupted scan. Thread-safe.
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
     * Registers a store with the recovery manager of this JVM; to be called once for each store. Narayana starts a
     * recovery manager with the current configuration if none is running.
     *
     * @param factory the connection factory for the store
     * @throws IllegalStateException if the recovery manager of Narayana has no {@link XARecoveryModule}
     */
    public static NarayanaRecovery register(RestanteXAConnectionFactory factory) {
        requireNonNull(factory, "factory");
        XARecoveryModule module = module();
        NarayanaRecovery recovery = new NarayanaRecovery(module, factory.createRecoveryResource());
        module.addXAResourceRecoveryHelper(recovery.helper);
        return recovery;
    }

    /** Returns the module of the current recovery manager, because Narayana's own accessor caches the first one. */
    private static XARecoveryModule module() {
        return RecoveryManager.manager().getModules().stream()
                .filter(XARecoveryModule.class::isInstance)
                .map(XARecoveryModule.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The recovery of Narayana has no XARecoveryModule. Add "
                        + XARecoveryModule.class.getName()
                        + " to recoveryModuleClassNames of its RecoveryEnvironmentBean."));
    }

    /** Removes the registration and waits for a scan in progress. */
    @Override
    public void close() {
        module.removeXAResourceRecoveryHelper(helper);
    }
}
