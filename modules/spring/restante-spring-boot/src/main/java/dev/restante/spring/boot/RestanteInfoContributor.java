package dev.restante.spring.boot;

import dev.restante.spring.StoreMonitor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Info contributor with the version of Restante, the database product and the schema version. It never opens the store.
 */
final class RestanteInfoContributor implements InfoContributor {

    private final StoreMonitor monitor;

    RestanteInfoContributor(StoreMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> told = new LinkedHashMap<>();
        monitor.node()
                .ifPresentOrElse(
                        node -> {
                            told.put("version", node.version());
                            told.put("database", node.product());
                            told.put("schemaVersion", node.schemaVersion());
                        },
                        () -> told.put("store", "not open"));
        builder.withDetail("restante", told);
    }
}
