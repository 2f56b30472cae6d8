package dev.restante.bench;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;

/** The transaction manager Narayana as it comes, of which a JVM has one, and where it keeps its log: in files that it forces to disk. */
final class TransactionLog {

    private TransactionLog() {}

    /** Has it keep its log in a directory; only once in a JVM. */
    static TransactionLog in(Path directory) throws CoreEnvironmentBeanException {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(directory.toString());
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(directory.toString());
        }
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("restante-bench");
        arjPropertyManager.getCoreEnvironmentBean().setProcessImplementation(new UuidProcessId());
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        return new TransactionLog();
    }

    /** The transaction manager. */
    TransactionManager manager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }
}
