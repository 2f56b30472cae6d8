package dev.restante.jta;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.restante.testing.Directories;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Transaction manager Narayana of a JVM, with a log in files. It recovers only when a test starts a scan. */
final class Narayana {

    /** Name of this transaction manager in its xids. It rolls back only branches with this name. */
    private static final String NODE = "restante-test";

    private static final String LOG_OF_TRANSACTIONS = "AtomicAction";

    private final Path log;

    private Narayana(Path log) {
        this.log = log;
    }

    private static final class OfTests {
        static final Narayana MANAGER = new Narayana(newDirectory());

        static {
            MANAGER.configure();
        }
    }

    private static Path newDirectory() {
        try {
            Path directory = Files.createTempDirectory("restante-jta");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Directories.delete(directory)));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the transaction manager of the test JVM, with a log in a temporary directory. */
    static Narayana ofTests() {
        return OfTests.MANAGER;
    }

    /** Returns the transaction manager of a child JVM. */
    static Narayana withLogIn(Path log) {
        Narayana made = new Narayana(log);
        made.configure();
        return made;
    }

    private void configure() {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        // Narayana logs long warnings about failures that tests cause on purpose.
        System.setProperty("org.slf4j.simpleLogger.log.com.arjuna", "error");
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(log.toString());
        }
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(log.toString());
        try {
            arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
        } catch (CoreEnvironmentBeanException e) {
            throw new IllegalStateException(e);
        }
        arjPropertyManager.getCoreEnvironmentBean().setProcessImplementation(new UuidProcessId());
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);

        RecoveryEnvironmentBean recovery = recoveryPropertyManager.getRecoveryEnvironmentBean();
        recovery.setRecoveryListener(false);
        recovery.setRecoveryActivatorClassNames(List.of());
        recovery.setExpiryScannerClassNames(List.of());
        recovery.setRecoveryModuleClassNames(
                List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        // Narayana rolls back a branch of this node that is in doubt in two scans and has no entry in the log.
        jta.setXaRecoveryNodes(List.of(NODE));
        jta.setOrphanSafetyInterval(0);
        // Recovery reaches all resources of a transaction, so a resource that does not know a branch committed it
        // before the crash.
        jta.setXaAssumeRecoveryComplete(true);
        jta.setXaResourceOrphanFilterClassNames(List.of(
                JTATransactionLogXAResourceOrphanFilter.class.getName(),
                JTANodeNameXAResourceOrphanFilter.class.getName()));
        RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).initialize();
    }

    Path log() {
        return log;
    }

    TransactionManager transactions() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /** Runs one recovery scan: both passes, without the default pause between them. */
    void scan() {
        List<RecoveryModule> modules = List.copyOf(
                RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).getModules());
        modules.forEach(RecoveryModule::periodicWorkFirstPass);
        modules.forEach(RecoveryModule::periodicWorkSecondPass);
    }

    /** Returns the files of the transactions that are decided as committed but may not be committed everywhere. */
    List<Path> unfinished() throws IOException {
        try (Stream<Path> files = Files.walk(log)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains(LOG_OF_TRANSACTIONS))
                    .toList();
        }
    }

    /** Deletes these transactions from the log. */
    void deleteUnfinished() throws IOException {
        for (Path file : unfinished()) {
            Files.delete(file);
        }
    }
}
