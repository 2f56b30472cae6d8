package dev.restante.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchmarkSettingsTest {

    @Test
    void shouldKeepDefaultsWithoutOptions() {
        assertThat(BenchmarkSettings.parse(List.of())).isEqualTo(BenchmarkSettings.defaults());
    }

    @Test
    void shouldReadEveryOption() {
        BenchmarkSettings settings = BenchmarkSettings.parse(List.of(
                "--scenarios", "sync-1, tx-100,",
                "--contenders", "raw",
                "--seconds", "2.5",
                "--warm-up", "0",
                "--rounds", "5",
                "--body-bytes", "64",
                "--max-in-flight", "5_000",
                "--disk-messages", "7",
                "--expiry-messages", "8",
                "--decay-minutes", "0.5",
                "--decay-per-second", "9",
                "--child-heap", "256m",
                "--histories", "true",
                "--out", "elsewhere"));

        assertThat(settings)
                .isEqualTo(new BenchmarkSettings(
                        List.of("sync-1", "tx-100"),
                        List.of("raw"),
                        Duration.ZERO,
                        Duration.ofMillis(2_500),
                        5,
                        64,
                        5_000,
                        7,
                        8,
                        Duration.ofSeconds(30),
                        9,
                        "256m",
                        true,
                        Path.of("elsewhere")));
    }

    @Test
    void shouldRebuildItselfFromItsArguments() {
        BenchmarkSettings settings =
                BenchmarkSettings.parse(List.of("--seconds", "0.25", "--rounds", "2", "--scenarios", "disk"));

        assertThat(BenchmarkSettings.parse(settings.toArguments())).isEqualTo(settings);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--turns 3",
                "rounds",
                "--rounds",
                "--rounds many",
                "--rounds 0",
                "--seconds 0",
                "--seconds soon",
                "--warm-up -1",
                "--body-bytes 8",
                "--max-in-flight 999",
                "--decay-minutes 0",
                "--decay-per-second 0",
                "--histories maybe",
                "--scenarios ,"
            })
    void shouldRefuseWhatItDoesNotUnderstand(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> BenchmarkSettings.parse(List.of(line.split(" "))));
    }
}
