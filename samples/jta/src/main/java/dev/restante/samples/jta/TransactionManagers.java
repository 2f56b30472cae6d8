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

/** Narayana outside an application server: its log in files, and its recovery. A JVM has one. */
final class TransactionManagers {

    /** What makes the names of this transaction manager's branches its own; another one for each JVM. */
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
        // No port: one JVM's recovery looks after its own transactions only.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /**
     * Lets it look for what is in doubt, at once and every two minutes.
     *
     * @param factory of Restante's store; no longer asked when what is returned is closed
     * @param other of the other provider
     */
    static NarayanaRecovery startRecovery(RestanteXAConnectionFactory factory, Supplier<XAResource> other) {
        recoveryPropertyManager
                .getRecoveryEnvironmentBean()
                .setRecoveryModuleClassNames(
                        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
        recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryListener(false);
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        // What is prepared under our name and is not in our log was never decided: it is rolled back.
        jta.setXaRecoveryNodes(List.of(NODE));
        jta.setXaResourceOrphanFilterClassNames(List.of(
                JTATransactionLogXAResourceOrphanFilter.class.getName(),
                JTANodeNameXAResourceOrphanFilter.class.getName()));
        // Not before it knows whom to ask.
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
