package dev.restante.spring.boot;

import dev.restante.spring.DatabaseKind;
import dev.restante.spring.RestanteDataSource;
import dev.restante.spring.StoreNotOpenedException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * The data sources of an application. They are looked for while it starts, not in a condition, which could be evaluated
 * when the application is built.
 */
record DataSourceBeans(ConfigurableListableBeanFactory beans) {

    /**
     * Those that an application gets which asks for any, and those that are meant by name.
     *
     * @param named by the configuration; null for none
     */
    List<String> names(@Nullable String named) {
        return all().filter(name -> isDefault(name) || name.equals(named) || isMarked(name))
                .toList();
    }

    List<String> marked() {
        return all().filter(this::isMarked).toList();
    }

    private Stream<String> all() {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class))
                .filter(name -> !name.startsWith("scopedTarget."));
    }

    private boolean isMarked(String name) {
        return beans.findAnnotationOnBean(name, RestanteDataSource.class) != null;
    }

    private boolean isDefault(String name) {
        if (!beans.containsBeanDefinition(name)) {
            return true;
        }
        BeanDefinition definition = beans.getMergedBeanDefinition(name);
        return definition.isAutowireCandidate()
                && !(definition instanceof AbstractBeanDefinition own && !own.isDefaultCandidate());
    }

    /** The bean of a name; it outlives the bean that asks. */
    DataSource get(String name, String dependent) {
        beans.registerDependentBean(name, dependent);
        return beans.getBean(name, DataSource.class);
    }

    DatabaseKind kind(String name, String dependent) {
        try {
            return DatabaseKind.of(get(name, dependent));
        } catch (SQLException unreachable) {
            throw new StoreNotOpenedException("the DataSource '" + name + "'", unreachable);
        }
    }
}
