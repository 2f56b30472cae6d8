package dev.restante;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.jmx.AdministrationBeans;
import dev.restante.broker.Broker;
import dev.restante.jms.error.ExceptionTranslation;
import java.time.Duration;

/** The management beans of a node, brought up to date now and then until they are closed. Thread-safe. */
final class NodeBeans implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final NodeTimer timer;
    private final AdministrationBeans beans;
    private volatile boolean closed;

    private NodeBeans(NodeTimer timer, AdministrationBeans beans) {
        this.timer = timer;
        this.beans = beans;
    }

    /** Registers them. */
    static NodeBeans open(NodeTimer timer, Broker broker, String store) {
        RestanteAdmin admin =
                new RestanteAdmin(broker, new ExceptionTranslation(MadeExceptions.INSTANCE), broker::bounded, () -> {});
        NodeBeans opened = new NodeBeans(timer, new AdministrationBeans(admin, store));
        opened.beans.open();
        timer.later(INTERVAL, opened::refresh);
        return opened;
    }

    private void refresh() {
        if (!closed) {
            beans.refresh();
            timer.later(INTERVAL, this::refresh);
        }
    }

    @Override
    public void close() {
        closed = true;
        beans.close();
    }
}
