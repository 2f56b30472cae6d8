package dev.restante.spring.boot;

import dev.restante.admin.RestanteAdmin;
import dev.restante.spring.StoreMonitor;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** The part of {@code info} about messages: version of Restante, database product, version of the tables. */
final class RestanteInfoContributor implements InfoContributor {

    private final StoreMonitor monitor;

    RestanteInfoContributor(StoreMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> told = new LinkedHashMap<>();
        try {
            RestanteAdmin.Node node = monitor.node();
            told.put("version", node.version());
            told.put("database", node.product());
            told.put("schemaVersion", node.schemaVersion());
        } catch (JMSException unreachable) {
            // Health says more; the rest of the page is told all the same.
            told.put("unreachable", String.valueOf(unreachable.getMessage()));
        }
        builder.withDetail("restante", told);
    }
}
