package dev.restante.jms.error;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.model.WorkerThread;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caller of a connection's exception listener, for what nobody else can be told (CON-25, CON-27). It makes one call
 * at a time, on a thread that lives only while there is something to tell. So a listener may call anything, close of
 * its own connection included (CON-10). Thread-safe.
 */
public final class ProblemNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemNotifier.class);

    /** Beyond so many untold problems the oldest is dropped: a listener that hangs must not fill the memory. */
    private static final int MOST_UNTOLD = 1_000;

    private final Broker broker;
    private final ExceptionTranslation translation;
    private final Consumer<BrokerException> brokerListener = this::tellOrLog;

    @GuardedBy("this")
    private @Nullable ExceptionListener listener;

    @GuardedBy("this")
    private final Deque<JMSException> untold = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean telling;

    @GuardedBy("this")
    private boolean closed;

    public ProblemNotifier(Broker broker, ExceptionTranslation translation) {
        this.broker = broker;
        this.translation = translation;
    }

    /** Begins to hear of the broker's problems. */
    public void open() {
        broker.addProblemListener(brokerListener);
    }

    public synchronized @Nullable ExceptionListener listener() {
        return listener;
    }

    public synchronized void listener(@Nullable ExceptionListener next) {
        listener = next;
    }

    /**
     * Tells the listener, if there is one; never waits for it.
     *
     * @return whether there is one
     */
    boolean tell(BrokerException problem) {
        if (listener() == null) {
            return false;
        }
        return tell(translation.of(problem));
    }

    /** Tells the listener of a problem, or the log where there is none. */
    public void tellOrLog(JMSException problem) {
        if (!tell(problem)) {
            LOG.warn("A problem that no exception listener was registered for", problem);
        }
    }

    /** As {@link #tellOrLog(JMSException)}, of a failure of any kind. */
    public void tellOrLog(Exception problem) {
        if (problem instanceof JMSException known) {
            tellOrLog(known);
        } else if (problem instanceof RuntimeException unexpected) {
            tellOrLog(translation.unexpected(unexpected));
        }
    }

    private void tellOrLog(BrokerException problem) {
        if (!tell(problem)) {
            LOG.warn("A problem of the store that no exception listener was registered for", problem);
        }
    }

    private synchronized boolean tell(JMSException problem) {
        if (listener == null || closed) {
            return false;
        }
        if (untold.size() == MOST_UNTOLD) {
            untold.removeFirst();
        }
        untold.addLast(problem);
        if (!telling) {
            WorkerThread.inTurnsForApplication(this::tellNext, "restante-exception-listener")
                    .start();
            telling = true;
        }
        return true;
    }

    private boolean tellNext() {
        ExceptionListener told;
        JMSException problem;
        synchronized (this) {
            told = listener;
            problem = untold.pollFirst();
            if (problem == null || told == null || closed) {
                untold.clear();
                telling = false;
                return false;
            }
        }
        try {
            told.onException(problem);
        } catch (RuntimeException | Error thrown) {
            LOG.warn("An exception listener threw", thrown);
        }
        return true;
    }

    /** Tells nothing any more; does not wait for the listener. */
    public void close() {
        broker.removeProblemListener(brokerListener);
        synchronized (this) {
            closed = true;
        }
    }
}
