package dev.restante.runtime;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.jmx.MBeanRegistrar;
import dev.restante.broker.Broker;
import java.time.Duration;

/** Timer task that registers and refreshes the MBeans of a node until it is closed. Thread-safe. */
final class MBeanRefresher implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final NodeTimer timer;
    private final MBeanRegistrar registrar;
    private volatile boolean closed;

    private MBeanRefresher(NodeTimer timer, MBeanRegistrar registrar) {
        this.timer = timer;
        this.registrar = registrar;
    }

    static MBeanRefresher open(NodeTimer timer, Broker broker, String store) {
        RestanteAdmin admin = new RestanteAdmin(broker, broker::beginCall, () -> {});
        MBeanRefresher opened = new MBeanRefresher(timer, new MBeanRegistrar(admin, store));
        opened.registrar.open();
        timer.schedule(INTERVAL, opened::refresh);
        return opened;
    }

    private void refresh() {
        if (!closed) {
            registrar.refresh();
            timer.schedule(INTERVAL, this::refresh);
        }
    }

    @Override
    public void close() {
        closed = true;
        registrar.close();
    }
}
