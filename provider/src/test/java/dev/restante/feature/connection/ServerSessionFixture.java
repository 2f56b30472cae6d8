package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of server sessions, as in application servers. */
public abstract class ServerSessionFixture extends JmsContract {

    /**
     * Pool of a simple application server. Each start runs the session in a separate thread, and then the session is
     * free again.
     */
    public static final class Pool implements ServerSessionPool {

        private final BlockingQueue<ServerSession> free;
        final AtomicInteger starts = new AtomicInteger();

        public Pool(MessageListener listener, Session... sessions) throws JMSException {
            free = new ArrayBlockingQueue<>(sessions.length);
            for (Session session : sessions) {
                session.setMessageListener(listener);
                free.add(new ServerSession() {
                    @Override
                    public Session getSession() {
                        return session;
                    }

                    @Override
                    public void start() {
                        ServerSession self = this;
                        // The start is counted first, because the run can end before a later statement.
                        starts.incrementAndGet();
                        CompletableFuture<Boolean> unused = onOtherThread(() -> {
                            session.run();
                            return free.add(self);
                        });
                    }
                });
            }
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            try {
                ServerSession next = free.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                assertThat(next).as("a free server session").isNotNull();
                return next;
            } catch (InterruptedException e) {
                throw new JMSException(e.toString());
            }
        }
    }

    public static String textOf(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }
}
