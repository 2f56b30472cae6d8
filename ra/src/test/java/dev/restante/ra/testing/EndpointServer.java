package dev.restante.ra.testing;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.ejb.ApplicationException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.resource.spi.work.WorkRejectedException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Method;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAResource;

/** Server for message-driven beans: threads, endpoints, and a transaction for each delivery. */
public final class EndpointServer implements BootstrapContext, WorkManager, AutoCloseable {

    public final TransactionManager transactions = new TestContainer().transactions;
    private final ExecutorService threads;

    /** Number of requests for a thread that the server rejects next. */
    public final AtomicInteger rejections = new AtomicInteger();

    /** Creates a server with an unlimited number of threads. */
    public EndpointServer() {
        this(Executors.newCachedThreadPool());
    }

    /** Creates a server with given threads, which may be too few. */
    public EndpointServer(ExecutorService threads) {
        this.threads = threads;
    }

    /** Returns a connection factory for an external client that uses the store of the server. */
    public static RestanteXAConnectionFactory externalClient(String url) {
        RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(url);
        factory.setShutdownHook(false);
        return factory;
    }

    /** Error that the next request for a thread throws. */
    public final AtomicReference<Error> schedulingError = new AtomicReference<>();

    /** Endpoint factory of one bean. */
    public final class Bean implements MessageEndpointFactory {
        private final MessageListener listener;
        private final boolean transacted;
        public final AtomicInteger unavailable = new AtomicInteger();
        public final AtomicInteger refusedDeliveries = new AtomicInteger();
        public final AtomicInteger endpoints = new AtomicInteger();
        public final AtomicInteger maxEndpoints = new AtomicInteger();
        public final AtomicInteger endpointRequests = new AtomicInteger();

        /** Error that the end of the next delivery throws. */
        public final AtomicReference<Error> afterDeliveryError = new AtomicReference<>();

        /** True if calls fail before they reach the bean, so that a transaction that has begun is committed. */
        public volatile boolean stopping;

        public Bean(boolean transacted, MessageListener listener) {
            this.transacted = transacted;
            this.listener = listener;
        }

        @Override
        public MessageEndpoint createEndpoint(XAResource resource) throws UnavailableException {
            endpointRequests.incrementAndGet();
            if (unavailable.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new UnavailableException("not now");
            }
            maxEndpoints.accumulateAndGet(endpoints.incrementAndGet(), Math::max);
            return new Endpoint(this, resource);
        }

        @Override
        public MessageEndpoint createEndpoint(XAResource resource, long timeout) throws UnavailableException {
            return createEndpoint(resource);
        }

        @Override
        public boolean isDeliveryTransacted(Method method) {
            return transacted;
        }

        @Override
        public String getActivationName() {
            return "bean";
        }

        @Override
        public Class<?> getEndpointClass() {
            return Endpoint.class;
        }
    }

    private final class Endpoint implements MessageEndpoint, MessageListener {
        private final Bean bean;
        private final XAResource resource;
        private final AtomicInteger users = new AtomicInteger();
        private boolean told;

        Endpoint(Bean bean, XAResource resource) {
            this.bean = bean;
            this.resource = resource;
        }

        @Override
        public void beforeDelivery(Method method) throws ResourceException {
            if (users.incrementAndGet() != 1) {
                throw new IllegalStateException("two threads use an endpoint at the same time");
            }
            if (bean.refusedDeliveries.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                users.decrementAndGet();
                throw new ResourceException("no transaction now");
            }
            told = true;
            begin();
        }

        private void begin() throws ResourceException {
            if (resource == null) {
                return;
            }
            try {
                transactions.begin();
                transactions.getTransaction().enlistResource(resource);
            } catch (NotSupportedException | SystemException | RollbackException e) {
                throw new ResourceException(e);
            }
        }

        @Override
        public void onMessage(Message message) {
            if (bean.stopping) {
                throw new IllegalStateException("the component is shutting down");
            }
            if (told) {
                call(message);
                return;
            }
            // Delivery option A
            try {
                begin();
                try {
                    call(message);
                } finally {
                    finish();
                }
            } catch (ResourceException e) {
                throw new IllegalStateException(e);
            }
        }

        private void call(Message message) {
            try {
                bean.listener.onMessage(message);
            } catch (RuntimeException thrown) {
                if (!commits(thrown)) {
                    rollbackOnly();
                }
                throw thrown;
            }
        }

        private static boolean commits(RuntimeException thrown) {
            for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
                ApplicationException said = type.getAnnotation(ApplicationException.class);
                if (said != null) {
                    return !said.rollback() && (type == thrown.getClass() || said.inherited());
                }
            }
            return false;
        }

        private void rollbackOnly() {
            try {
                if (transactions.getStatus() == Status.STATUS_ACTIVE) {
                    transactions.setRollbackOnly();
                }
            } catch (SystemException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void afterDelivery() throws ResourceException {
            users.decrementAndGet();
            told = false;
            finish();
            Error afterDeliveryError = bean.afterDeliveryError.getAndSet(null);
            if (afterDeliveryError != null) {
                throw afterDeliveryError;
            }
        }

        private void finish() throws ResourceException {
            if (resource == null) {
                return;
            }
            try {
                if (transactions.getStatus() == Status.STATUS_ACTIVE) {
                    transactions.commit();
                } else {
                    transactions.rollback();
                }
            } catch (SystemException | RollbackException | HeuristicMixedException | HeuristicRollbackException e) {
                throw new ResourceException(e);
            }
        }

        @Override
        public void release() {
            bean.endpoints.decrementAndGet();
        }
    }

    // ---- bootstrap context ----

    @Override
    public WorkManager getWorkManager() {
        return this;
    }

    @Override
    public XATerminator getXATerminator() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Timer createTimer() {
        return new Timer(true);
    }

    @Override
    public boolean isContextSupported(Class<? extends WorkContext> contextClass) {
        return false;
    }

    @Override
    public TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
        throw new UnsupportedOperationException();
    }

    // ---- work manager ----

    @Override
    public void doWork(Work work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void doWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long startWork(Work work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long startWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void scheduleWork(Work work) throws WorkException {
        Error afterDeliveryError = schedulingError.getAndSet(null);
        if (afterDeliveryError != null) {
            throw afterDeliveryError;
        }
        if (rejections.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new WorkRejectedException("no thread now");
        }
        threads.execute(work);
    }

    @Override
    public void scheduleWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener)
            throws WorkException {
        scheduleWork(work);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
