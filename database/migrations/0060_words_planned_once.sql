-- What is known of words is looked up by one plan, made once for a connection: planning took four times as long as looking.
alter function search_words(text, regdictionary, text[], text[], integer[], text[]) set plan_cache_mode = force_generic_plan;
alter function count_choices(uuid[]) set plan_cache_mode = force_generic_plan;
