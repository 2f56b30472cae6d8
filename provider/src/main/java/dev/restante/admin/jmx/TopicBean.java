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
    public String getStatus() {
        return Refusal.translating(
                () -> admin.topics().topic(name).options().status().name());
    }

    @Override
    public String pause() {
        return Refusal.translating(() -> admin.topics().pause(name).name());
    }

    @Override
    public String resume() {
        return Refusal.translating(() -> admin.topics().resume(name).name());
    }

    @Override
    public String disable() {
        return Refusal.translating(() -> admin.topics().disable(name).name());
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
