package dev.restante.bench.scenario;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;

/**
 * Factory that configures the Narayana transaction manager of the XA scenario, with its log in files. A JVM has only
 * one.
 */
final class Narayana {

    private Narayana() {}

    /** Returns the transaction manager with its log in a directory, forced to disk. Must be called once in a JVM. */
    static TransactionManager withLogIn(Path directory) throws CoreEnvironmentBeanException {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(directory.toString());
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(directory.toString());
        }
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("restante-bench");
        arjPropertyManager.getCoreEnvironmentBean().setProcessImplementation(new UuidProcessId());
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }
}
