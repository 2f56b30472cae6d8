package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;

/** Child that runs several {@link JoinedTransactionWorker}s until it is killed. Arguments: URL, seed. */
final class JoinedTransactionChild {

    private static final int WORKERS = 3;

    private JoinedTransactionChild() {}

    public static void main(String[] arguments) throws Exception {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLeaseDuration(Duration.ofSeconds(2));
        factory.createContext().close();
        ChildJvm.tell("open");
        for (int i = 0; i < WORKERS; i++) {
            JoinedTransactionWorker worker =
                    new JoinedTransactionWorker(arguments[0], factory, new Random(Long.parseLong(arguments[1]) + i));
            new Thread(() -> work(worker)).start();
        }
    }

    private static void work(JoinedTransactionWorker worker) {
        try {
            worker.work(() -> ChildJvm.tell("committed"));
        } catch (JMSException | SQLException | RuntimeException e) {
            ChildJvm.tell("failed " + e);
        }
    }
}
