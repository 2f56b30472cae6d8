package dev.restante.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.bench.contender.ContenderCatalog;
import dev.restante.bench.scenario.BenchmarkSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioCatalogTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sync-1",
                "sync-8",
                "sync-32",
                "client-8",
                "paced-500",
                "nodes-4",
                "decay",
                "decay-snapshot",
                "async-1",
                "tx-100",
                "non-persistent",
                "disk",
                "expiry",
                "raw-8",
                "backlog-70",
                "topic-10",
                "fan-out-100",
                "correlated-1000",
                "selected-1000",
                "consumers-1000",
                "one-session-1000",
                "queues-10000",
                "selector-1",
                "selector-backlog-70",
                "grouped-backlog-70",
                "priorities-1",
                "priorities-backlog-70",
                "mass-expiry-80",
                "searched-1000",
                "rare-1000",
                "xa-8"
            })
    void shouldFindScenariosByTheirOwnNames(String name) {
        assertThat(ScenarioCatalog.scenario(name).name()).isEqualTo(name);
    }

    @Test
    void shouldKnowEverythingThatTheDefaultsName() {
        BenchmarkSettings settings = BenchmarkSettings.defaults();

        assertThat(settings.scenarios()).allSatisfy(name -> ScenarioCatalog.scenario(name));
        assertThat(settings.contenders())
                .allSatisfy(
                        name -> assertThat(ContenderCatalog.get(name).name()).isEqualTo(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sync-2",
                "raw-0",
                "backlog-",
                "backlog-0",
                "topic-0",
                "fan-out-",
                "correlated-0",
                "consumers-1.5",
                "queues-0",
                "paced-0",
                "nodes-0",
                "decay-1",
                "xa-0"
            })
    void shouldRefuseUnknownScenarios(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ScenarioCatalog.scenario(name));
    }
}
