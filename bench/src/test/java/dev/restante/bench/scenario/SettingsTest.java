package dev.restante.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void shouldKeepDefaultsWithoutOptions() {
        assertThat(Settings.parse(List.of())).isEqualTo(Settings.defaults());
    }

    @Test
    void shouldReadEveryOption() {
        Settings settings = Settings.parse(List.of(
                "--scenarios", "sync-1, tx-100,",
                "--contenders", "raw",
                "--seconds", "2.5",
                "--warm-up", "0",
                "--rounds", "5",
                "--body-bytes", "64",
                "--outstanding", "5_000",
                "--disk-messages", "7",
                "--expiry-messages", "8",
                "--decay-minutes", "0.5",
                "--decay-per-second", "9",
                "--child-heap", "256m",
                "--out", "elsewhere"));

        assertThat(settings)
                .isEqualTo(new Settings(
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
                        Path.of("elsewhere")));
    }

    @Test
    void shouldRebuildItselfFromItsArguments() {
        Settings settings = Settings.parse(List.of("--seconds", "0.25", "--rounds", "2", "--scenarios", "disk"));

        assertThat(Settings.parse(settings.toArguments())).isEqualTo(settings);
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
                "--outstanding 999",
                "--decay-minutes 0",
                "--decay-per-second 0",
                "--scenarios ,"
            })
    void shouldRefuseWhatItDoesNotUnderstand(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> Settings.parse(List.of(line.split(" "))));
    }
}
