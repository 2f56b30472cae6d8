package dev.restante.bench.scenario;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;

/** The transaction manager Narayana as it comes, of which a JVM has one. */
final class Narayana {

    private Narayana() {}

    /** Has it keep its log in files of a directory, which it forces to disk; only once in a JVM. */
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
