package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("archive")
@DisplayName("the archive of the resource adapter")
final class RarContentTest {

    private static ZipFile archive() throws IOException {
        return new ZipFile(System.getProperty("restante.rar"));
    }

    /** A file's name without its version. */
    private static String unversioned(String name) {
        return name.replaceFirst("-\\d[\\w.]*(-SNAPSHOT)?(?=[-.])", "");
    }

    @Test
    @DisplayName(
            "RA-38 contains its classes, the provider, the console, what these need and the drivers, and nothing that servers have")
    void shouldContainWhatItNeeds() throws IOException {
        try (ZipFile archive = archive()) {
            List<String> files = archive.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("META-INF/maven/"))
                    .map(RarContentTest::unversioned)
                    .toList();
            // Servers that have the logging facade use their own; in the others it leads to java.util.logging.
            assertThat(files)
                    .containsExactlyInAnyOrder(
                            "META-INF/MANIFEST.MF",
                            "META-INF/ra.xml",
                            "restante-ra-classes.jar",
                            "restante.jar",
                            "restante-console.jar",
                            "jackson-core.jar",
                            "hsqldb.jar",
                            "HikariCP.jar",
                            "jspecify.jar",
                            "cron-utils.jar",
                            "postgresql.jar",
                            "mariadb-java-client.jar",
                            "slf4j-api.jar",
                            "slf4j-jdk14.jar");
        }
    }

    @Test
    @DisplayName("RA-38 has no class of the APIs in any of its jars")
    void shouldContainNoApi() throws IOException {
        List<String> classes = new ArrayList<>();
        try (ZipFile archive = archive()) {
            for (ZipEntry entry : archive.stream()
                    .filter(each -> each.getName().endsWith(".jar"))
                    .toList()) {
                try (InputStream bytes = archive.getInputStream(entry);
                        ZipInputStream jar = new ZipInputStream(bytes)) {
                    for (ZipEntry each = jar.getNextEntry(); each != null; each = jar.getNextEntry()) {
                        classes.add(each.getName());
                    }
                }
            }
        }
        assertThat(classes).contains("dev/restante/ra/RestanteResourceAdapter.class");
        assertThat(classes).noneMatch(name -> name.startsWith("jakarta/") || name.startsWith("javax/"));
    }
}
