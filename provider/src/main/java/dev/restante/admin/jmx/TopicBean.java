package dev.restante.admin.jmx;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicMXBean;
import dev.restante.admin.TopicStatistics;

/** A topic for management clients. */
final class TopicBean implements TopicMXBean {

    private final RestanteAdmin admin;
    private final String name;

    TopicBean(RestanteAdmin admin, String name) {
        this.admin = admin;
        this.name = name;
    }

    private TopicStatistics statistics() {
        return Refusal.translating(() -> admin.topics().statistics(name));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public int getSubscriptions() {
        return statistics().subscriptions();
    }

    @Override
    public long getSent() {
        return statistics().sent();
    }

    @Override
    public double getSentPerSecond() {
        return statistics().sentPerSecond();
    }
}
