package dev.restante.samples.jta;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.narayana.NarayanaRecovery;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javax.transaction.xa.XAResource;

/**
 * Setup of Narayana outside an application server: its log in files and its recovery of in-doubt branches, once per
 * JVM.
 */
final class TransactionManagers {

    /** Node identifier in the branch names of this transaction manager, which must be different for each JVM. */
    private static final String NODE = "orders-1";

    private TransactionManagers() {}

    static TransactionManager withLogIn(Path directory) {
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(directory.toString());
        }
        try {
            arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
        } catch (CoreEnvironmentBeanException e) {
            throw new IllegalStateException(e);
        }
        // Without the status manager Narayana opens no port. The recovery of a JVM handles its own transactions only.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /**
     * Starts the recovery of in-doubt branches, which runs immediately and every two minutes.
     *
     * @param factory the factory of Restante's store, used until the returned object is closed
     * @param other the resource of the other provider
     */
    static NarayanaRecovery startRecovery(RestanteXAConnectionFactory factory, Supplier<XAResource> other) {
        recoveryPropertyManager
                .getRecoveryEnvironmentBean()
                .setRecoveryModuleClassNames(
                        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
        recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryListener(false);
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        // A prepared branch of this node without an entry in the log was never decided, and is rolled back.
        jta.setXaRecoveryNodes(List.of(NODE));
        jta.setXaResourceOrphanFilterClassNames(List.of(
                JTATransactionLogXAResourceOrphanFilter.class.getName(),
                JTANodeNameXAResourceOrphanFilter.class.getName()));
        // The thread starts after the resources are registered.
        RecoveryManager.delayRecoveryManagerThread();
        RecoveryManager manager = RecoveryManager.manager(RecoveryManager.INDIRECT_MANAGEMENT);
        manager.initialize();
        NarayanaRecovery recovery = NarayanaRecovery.register(factory);
        XARecoveryModule.getRegisteredXARecoveryModule().addXAResourceRecoveryHelper(helper(other));
        manager.startRecoveryManagerThread();
        return recovery;
    }

    static void stopRecovery() {
        RecoveryManager.manager(RecoveryManager.INDIRECT_MANAGEMENT).terminate(false);
    }

    private static XAResourceRecoveryHelper helper(Supplier<XAResource> resource) {
        return new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String unused) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return new XAResource[] {resource.get()};
            }
        };
    }
}
