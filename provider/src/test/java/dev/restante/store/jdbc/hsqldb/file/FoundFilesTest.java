package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.hsqldb.StoreTuning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of an embedded store are whole, torn by a crash, or damaged. */
@DisplayName("An embedded store's files that were damaged, or torn by a crash")
final class FoundFilesTest extends FoundFilesFixture {

    @Test
    @DisplayName("what a crash leaves is whole")
    void shouldOpen() {
        assertThat(stored()).isEqualTo(sent);
        assertThat(stored()).isEqualTo(sent);
    }

    @ParameterizedTest(name = "at {0} %")
    @ValueSource(ints = {0, 1, 10, 37, 50, 90, 99, 100})
    @DisplayName("SND-01 a flipped byte in the log is damage, wherever it is, and nothing is dropped")
    void shouldRefuseAFlippedByte(int percent) throws IOException {
        // The last frame says only that what is before it was durable.
        int at = (textBytes() - LogFrame.BYTES - 1) * percent / 100;
        flip(".log", at);

        assertRefused(".log", "restante store rescue");
    }

    @Test
    @DisplayName("SND-01 so is a byte that became zero, and a sector of zeros")
    void shouldRefuseZeros() throws IOException {
        int middle = textBytes() / 2 / 512 * 512;
        byte[] whole = log();
        change(".log", content -> {
            content[middle + 7] = 0;
            return content;
        });
        assertRefused(".log");

        Arrays.fill(whole, middle, middle + 512, (byte) 0);
        Files.write(file(".log"), whole);
        assertRefused(".log");
    }

    @ParameterizedTest(name = "to {0} %")
    @ValueSource(ints = {0, 20, 70, 100})
    @DisplayName("SND-01 a log that lost its end is damage")
    void shouldRefuseAShorterLog(int percent) throws IOException {
        int length = Math.max(1, textBytes() * percent / 100);
        change(".log", content -> Arrays.copyOf(content, length));

        assertRefused(".log");
    }

    @ParameterizedTest(name = "{0} bytes more at {1} %")
    @CsvSource({"-1, 30", "-600, 60", "1, 30", "600, 60"})
    @DisplayName("SND-01 bytes that are missing in the middle of the log, or too many there, are damage")
    void shouldRefuseAShiftedEnd(int more, int percent) throws IOException {
        int at = textBytes() * percent / 100;
        change(".log", content -> {
            byte[] shifted = Arrays.copyOf(content, content.length + more);
            System.arraycopy(content, at, shifted, at + Math.max(0, more), content.length - at - Math.abs(more));
            if (more < 0) {
                System.arraycopy(content, at - more, shifted, at, content.length - at + more);
            }
            return Arrays.copyOf(shifted, content.length);
        });

        assertRefused(".log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "y", "ye", "yes-new"})
    @DisplayName("SND-01 properties that end within their last word are damage: HSQLDB would delete the log")
    void shouldRefuseHalfAState(String state) throws IOException {
        change(".properties", content -> {
            String text = new String(content, StandardCharsets.ISO_8859_1);
            return (text.substring(0, text.indexOf("modified=")) + "modified=" + state)
                    .getBytes(StandardCharsets.ISO_8859_1);
        });

        assertRefused(".properties");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/*C1*/SET SCHEMA SYSTEM_LOBS\nINSERT INTO BLOCKS VALUES(0,2147483647,0)\nCOMMIT\n"})
    @DisplayName("A first opening that a full disk ended before there was a script can be repeated")
    void shouldBeginAgain(String log) throws IOException {
        crashed = folder.resolve("begun");
        for (String ending : List.of(".data", ".lobs", ".properties.new")) {
            Files.createFile(file(ending));
        }
        Files.writeString(file(".log"), log);

        assertThat(stored()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".log", ".script", ".data", ".properties"})
    @DisplayName("SND-01 a file that is missing is damage")
    void shouldRefuseWithoutAFile(String ending) throws IOException {
        Files.delete(file(ending));

        assertRefused(ending, "missing");
    }

    @Test
    @DisplayName(
            "SND-01 a flipped byte in the script or the properties is damage, and so is a data file that became shorter")
    void shouldRefuseOtherFiles() throws IOException {
        byte[] script = Files.readAllBytes(file(".script"));
        flip(".script", script.length / 2);
        assertRefused(".script");
        Files.write(file(".script"), Arrays.copyOf(script, script.length - 1));
        assertRefused(".script");
        Files.write(file(".script"), script);

        byte[] properties = Files.readAllBytes(file(".properties"));
        flip(".properties", new String(properties, StandardCharsets.ISO_8859_1).indexOf("modified") + 1);
        assertRefused(".properties");
        Files.write(file(".properties"), properties);

        change(".data", content -> Arrays.copyOf(content, content.length - 1));
        assertRefused(".data");
    }

    @Test
    @DisplayName("a log of another checkpoint is damage")
    void shouldRefuseAnotherLog() throws IOException {
        byte[] former = log();
        stored();
        Path again;
        try (StoreFixture fixture = new StoreFixture(StoreOpening.open(StoreChild.location(crashed)))) {
            fixture.send();
            again = StoreFixture.copyAsAfterACrash(crashed);
        }
        crashed = again;
        Files.write(file(".log"), former);

        assertRefused(".log", "not the log that the last checkpoint has begun");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO RESTANTE_",
                "/*C99*/INSERT INTO RESTANTE_MESSAGE VALUES(1)\n/*C99*/COMMIT\n",
                "\0\0\0"
            })
    @DisplayName("what is behind the last group was never durable, and is cut off")
    void shouldCutATornTail(String tail) throws IOException {
        int end = textBytes();
        change(".log", content -> {
            byte[] bytes = tail.getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(bytes, 0, content, end, bytes.length);
            return content;
        });

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("a last group of which the disk has only parts is dropped as a whole")
    void shouldDropATornGroup() throws IOException {
        FoundLog.Part last = groups().get(groups().size() - 1);
        byte[] log = log();
        // As it is before a sync has returned: the rest is not there yet, nor what is written afterwards.
        Files.delete(DurableMark.beside(file(".log")));
        Arrays.fill(log, (int) last.start() + 100, log.length, (byte) 0);
        Files.write(file(".log"), log);

        assertThat(stored()).isEqualTo(sent.subList(0, MESSAGES - 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9, 1})
    @DisplayName("SND-01 a log of which nothing but zeros is left from some place on is refused")
    void shouldRefuseALogWithoutItsEnd(double part) throws IOException {
        List<FoundLog.Part> groups = groups();
        FoundLog.Part first = groups.get((int) ((groups.size() - 1) * part));
        byte[] log = log();
        Arrays.fill(log, (int) first.start() + 1, log.length, (byte) 0);
        Files.write(file(".log"), log);

        assertRefused(".log", "restante store rescue");
    }

    @Test
    @DisplayName("a mark that a power failure has left behind, broken or of another log is no damage")
    void shouldBelieveNoBrokenMark() throws IOException {
        Path mark = DurableMark.beside(file(".log"));
        byte[] whole = Files.readAllBytes(mark);
        assertThat(whole).isNotEmpty();
        byte[] broken = whole.clone();
        broken[whole.length / 2] ^= 1;
        for (byte[] found : List.of(new byte[0], new byte[whole.length], broken, Arrays.copyOf(whole, 5))) {
            Files.write(mark, found);
            assertThat(DurableMark.of(file(".log"))).isNull();
        }
        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("a tail that could be cut off, though the store not be opened, leaves a log that is whole")
    void shouldBeWholeAfterTheCut() throws IOException {
        int end = textBytes();
        change(".log", content -> {
            content[end] = 'I';
            return content;
        });

        new FoundFiles(crashed, Disk.REAL).makeReady(false);
        assertThat(Files.size(file(".log"))).isLessThan(end + 512);
        new FoundFiles(crashed, Disk.REAL).makeReady(false);

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("properties that HSQLDB was just replacing are put in their place")
    void shouldFinishProperties() throws IOException {
        Files.move(file(".properties"), file(".properties.new"));

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("half a page at the end of the backup is cut off, and a backup that is missing is damage")
    void shouldLookAtTheBackup() throws IOException {
        Path path = folder.resolve("other");
        StoreTuning tuning = new StoreTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 5_000);
        try (StoreFixture fixture = new StoreFixture(StoreChild.open(
                new StoreLocation.Url("jdbc:hsqldb:file:" + path + ";hsqldb.cache_rows=100", "SA", ""), tuning))) {
            for (int i = 0; i < 300; i++) {
                fixture.send();
            }
            sent = fixture.storedIds();
            crashed = StoreFixture.copyAsAfterACrash(path);
        }
        assertThat(Files.size(file(".backup"))).isPositive();
        Path without = StoreFixture.copyAsAfterACrash(crashed);
        Files.write(file(".backup"), new byte[100], java.nio.file.StandardOpenOption.APPEND);

        assertThat(stored()).isEqualTo(sent);

        crashed = without;
        Files.delete(file(".backup"));
        assertRefused(".backup");
    }

    @ParameterizedTest
    @ValueSource(strings = {".properties", ".script", ".log", ".log.mark", ".data", ".backup", ".lobs", ".script.new"})
    @DisplayName("SND-01 a directory in the place of a file is named")
    void shouldNameADirectory(String ending) throws IOException {
        Files.deleteIfExists(file(ending));
        Files.createDirectory(file(ending));
        assertThatExceptionOfType(StoreException.class).isThrownBy(this::stored).satisfies(e -> {
            assertThat(e.kind()).isEqualTo(Kind.FATAL);
            assertThat(e.getMessage()).contains(file(ending) + " ", "it is a directory");
        });
    }
}
